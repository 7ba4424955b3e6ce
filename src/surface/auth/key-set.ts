import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";

/** The issuer's keys could not be had, so nothing can be said of any token. */
export class KeysUnavailable extends Error {}

/** When keys are loaded again. */
export interface KeySetTimes {
  now(): Date;
  /** Keys older than this are loaded again before the next token. Milliseconds. */
  maxAge: number;
  /** A key id that is not there loads them again, at most this often: forged ids are no way to flood the issuer. */
  cooldown: number;
}

/**
 * The public keys of an issuer, by key id, loaded when first needed and kept. While they cannot be loaded again the
 * ones that are there stay in use; with none, KeysUnavailable is thrown.
 */
export function keySet(load: () => Promise<JSONWebKeySet>, { now, maxAge, cooldown }: KeySetTimes): JWTVerifyGetKey {
  let find: JWTVerifyGetKey | null = null;
  let tried = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;

  const reload = (): Promise<void> => {
    loading ??= load()
      .then((keys) => {
        find = createLocalJWKSet(keys);
      })
      .catch((error: unknown) => {
        if (find === null) throw new KeysUnavailable((error as Error).message);
      })
      .finally(() => {
        tried = now().getTime();
        loading = null;
      });
    return loading;
  };

  return async (header, token) => {
    const age = now().getTime() - tried;
    if (age >= (find === null ? Math.min(cooldown, 1000) : maxAge)) await reload();
    else if (loading) await loading;
    if (find === null) throw new KeysUnavailable("they could not be loaded a moment ago");
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now().getTime() - tried < cooldown) throw error;
      await reload();
      return find(header, token);
    }
  };
}
