import { BadCall } from "../contract/outcome.ts";
import type { Window } from "../contract/window.ts";
import { findZone, type Transition, type Zone } from "./calendar.ts";

/** A change of a zone's UTC offset, with the zone's name. */
export type ClockChange = Transition & { tz: string };

/** The zones of some names. Throws BadCall for a name that is no IANA zone. */
export function requireZones(names: string[]): Zone[] {
  return names.map((name) => {
    const zone = findZone(name);
    if (zone === null) throw new BadCall(`tz: '${name}' is not an IANA time zone name such as Europe/London`);
    return zone;
  });
}

/** The offset changes inside a window, zone by zone. The whole window is searched, whether it holds rows there or not. */
export function clockChanges(zones: Zone[], window: Window): ClockChange[] {
  return zones.flatMap((zone) =>
    zone.transitions(window.start, window.end).map((change) => ({ tz: zone.name, ...change })),
  );
}
