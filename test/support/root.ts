declare const PROJECT_ROOT: string;

/** The checkout; tests are bundled elsewhere, so it is written in by the bundler. */
export const root = PROJECT_ROOT;
