/** The box that the values of a figure are drawn in, and where a time (µs) and a value fall; pixels of the figure. */
export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x(us: number): number;
  y(value: number): number;
}

/** Size of every figure in pixels. */
export const SIZE = { width: 800, height: 314 };

const TOP = 50;
const BOTTOM = 242;
/** Room to the right for the names of lines. */
const RIGHT = SIZE.width - 104;

/** A frame for [start, end] and [low, high]; `left` leaves room for the value labels. Both spans must be positive. */
export function frameOf(left: number, [start, end]: [number, number], [low, high]: [number, number]): Frame {
  return {
    left,
    right: RIGHT,
    top: TOP,
    bottom: BOTTOM,
    x: (us) => left + ((us - start) / (end - start)) * (RIGHT - left),
    // Divided first: the difference of two doubles can be more than a double holds.
    y: (value) => BOTTOM - (value / (high - low) - low / (high - low)) * (BOTTOM - TOP),
  };
}
