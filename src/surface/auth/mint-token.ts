import { BadCall } from "../../contract/outcome.ts";
import type { World } from "../cli.ts";
import { parseWords, quietProgram, wholeNumber } from "../mcp-settings.ts";
import { requireSafeUrl } from "./safe-url.ts";
import { makeKey, publicKeys, readKey, signToken } from "./signing-key.ts";

const NOTES = `
Nothing is asked of any network. The key file is a private RSA key as a JWK, of mode 0600; a looser one is refused.
Keep it outside every --root of a server: whoever reads it makes tokens.
Start with: liquet mint-token --make-key --key KEY --jwks JWKS --issuer URL --audience URL --subject NAME
and the server with: liquet mcp --http --root DIR --issuer URL --jwks JWKS
`;

interface Words {
  key?: string;
  makeKey: boolean;
  jwks?: string;
  issuer?: string;
  audience?: string;
  subject?: string;
  scope: string;
  lifetime: string;
}

/** `liquet mint-token`: prints one token. Throws BadCall. */
export async function mintToken(words: string[], world: World): Promise<number> {
  const program = quietProgram(
    "liquet mint-token",
    "Sign one token with a key file, offline; the token is all of stdout.",
  )
    .option("--key <file>", "The private key.")
    .option("--make-key", "Make the key first; the file must not exist.", false)
    .option("--jwks <file>", "Also write the public key there, for the server's --jwks.")
    .option("--issuer <url>", "The token's iss.")
    .option("--audience <text>", "The token's aud: the address of the server, as clients use it.")
    .option("--subject <name>", "The token's sub: whose token it is.")
    .option("--scope <scopes>", "The token's scope, with blanks between.", "liquet:read")
    .option("--lifetime <seconds>", "How long it is valid, at most a day.", "3600");
  const page = parseWords(program, words);
  if (page !== null) {
    world.stdout(`${page}${NOTES}`);
    return 0;
  }
  const said = program.opts<Words>();
  const [path, issuer, audience, subject] = (["key", "issuer", "audience", "subject"] as const).map((name) => {
    const value = said[name] ?? "";
    if (value === "") throw new BadCall(`state --${name}; see 'liquet mint-token --help'`);
    return value;
  });
  requireSafeUrl("issuer", issuer);
  const lifetime = wholeNumber("lifetime", said.lifetime, 1, 86_400);
  const files = await world.files();
  if (said.makeKey) files.writeSecretText(path, `${JSON.stringify(await makeKey())}\n`);
  const key = readKey(files.readSecretText(path), path);
  if (said.jwks !== undefined) await files.writePublicText(said.jwks, `${JSON.stringify(publicKeys(key))}\n`);
  const token = await signToken(key, { issuer, audience, subject, scope: said.scope, lifetime }, world.now());
  world.stdout(`${token}\n`);
  return 0;
}
