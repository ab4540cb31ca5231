/** Where the names of curves can stand without covering each other. */

/** A name and the point that it belongs to; all in pixels, y downwards. */
export interface Label {
  x: number;
  y: number;
  width: number;
}

/**
 * Moves labels up and down until none covers another: each time two do, both
 * move by half of what is missing.
 *
 * @param labels Each stands to the right of its point, centred on y.
 * @param height Height of a line of text.
 * @param bottom Lowest y of a label; the highest is 0.
 * @returns The y of each, in the order given.
 */
export function placeLabels(labels: readonly Label[], height: number, bottom: number): number[] {
  const places = labels.map(({ y }) => y);
  // From top to bottom; of equal ones the first stays on top.
  const order = labels.map((_, at) => at).sort((a, b) => labels[a]!.y - labels[b]!.y || a - b);
  // Every round settles at least one pair for a few curves; the bound is for many.
  for (let round = 0; round < 50; round++) {
    let moved = false;
    for (const [at, upper] of order.entries()) {
      for (const lower of order.slice(at + 1)) {
        const missing = height - (places[lower]! - places[upper]!);
        if (missing <= 1e-6 || !sideBySide(labels[upper]!, labels[lower]!)) continue;
        places[upper] = Math.max(0, places[upper]! - missing / 2);
        places[lower] = Math.min(bottom, places[lower]! + missing / 2);
        moved = true;
      }
    }
    if (!moved) break;
  }
  return places;
}

function sideBySide(a: Label, b: Label): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width;
}
