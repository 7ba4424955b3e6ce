import type { AuthSettings } from "./settings.ts";

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** What the server says of itself to clients that look for its issuer (RFC 9728). */
export interface ResourceMetadata {
  resource: string;
  authorization_servers: string[];
  scopes_supported: string[];
  bearer_methods_supported: ["header"];
  resource_name: string;
}

export function resourceMetadata(resource: URL, { issuer, scopes }: AuthSettings): ResourceMetadata {
  return {
    resource: resource.href,
    authorization_servers: [issuer],
    scopes_supported: Object.values(scopes),
    bearer_methods_supported: ["header"],
    resource_name: "liquet",
  };
}

/** The address of the metadata of a resource: the well-known word stands between its host and its path. */
export function metadataUrl(resource: URL): string {
  return `${resource.origin}${WELL_KNOWN}${resource.pathname === "/" ? "" : resource.pathname}`;
}

/** Whether a path is one that the metadata is looked for at: with the resource's path, with the endpoint's, or with none. */
export function isMetadataPath(path: string, resource: URL, endpoint: string): boolean {
  return [WELL_KNOWN, `${WELL_KNOWN}${endpoint}`, new URL(metadataUrl(resource)).pathname].includes(path);
}
