import { z } from "./zod.ts";

/**
 * An object of the API that has a name: whoever generates a client from the document gets a type of this name. The name is part of the API, as
 * the names of its fields are.
 */
export function record<Shape extends z.core.$ZodLooseShape>(name: string, shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape).meta({ id: name });
}

/** Records of which one stands there, told apart by the field `by`, under a name of their own. */
export function choice<const Options extends readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]], By extends string>(
  name: string,
  by: By,
  options: Options,
): z.ZodDiscriminatedUnion<Options, By> {
  return z.discriminatedUnion(by, options).meta({ id: name });
}
