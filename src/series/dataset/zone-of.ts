import type { Zone } from "../calendar.ts";

/** The zone of a name, or null where there is none to count in. BadCall for an unknown name. Rules load when they are needed. */
export async function zoneOf(tz: string | null | undefined): Promise<Zone | null> {
  if (tz === null || tz === undefined) return null;
  const { requireZones } = await import("../clock-changes.ts");
  return requireZones([tz])[0];
}
