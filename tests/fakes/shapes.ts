/** The dialects of all thirteen HTTP providers. */
import { academicShapes } from "./academic_shapes.ts";
import { baselineShapes } from "./baseline_shapes.ts";
import type { Shape } from "./shape.ts";
import { webShapes } from "./web_shapes.ts";

export type { Shape, ShapeRequest } from "./shape.ts";

/** Dialects by provider name. */
export const shapes: Readonly<Record<string, Shape>> = {
  ...academicShapes,
  ...webShapes,
  ...baselineShapes,
};
