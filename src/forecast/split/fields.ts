import * as z from "zod/mini";

// Made anew for each parameter: a description belongs to one schema.

/** A number of rows. */
export const countField = () => z.int().check(z.gte(1));

/** Steps ahead: 1 to a number, or those listed. */
export const fhField = () => z.union([countField(), z.array(countField()).check(z.minLength(1))]);

/** A whole number of rows, or a share of them below 1. */
export const sizeField = () => z.number().check(z.gt(0));
