import { BadCall } from "../../contract/outcome.ts";

/** True for a host name or address that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** A host as it stands in an address: IPv6 in brackets. */
export function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/**
 * The address that a setting holds: https, or http on this machine. BadCall names the setting and never repeats the
 * address, which may hold a password.
 */
export function requireSafeUrl(setting: string, value: string): URL {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new BadCall(`${setting}: not an address; write it like https://HOST/PATH`);
  }
  if (url.username !== "" || url.password !== "")
    throw new BadCall(`${setting}: an address with a user name or a password in it is not taken`);
  if (url.hash !== "" || url.search !== "") throw new BadCall(`${setting}: the address must have no ? and no #`);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    throw new BadCall(`${setting}: must be https, unless it is on this machine`);
  return url;
}
