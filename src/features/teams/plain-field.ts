/** Without the counter and the mark of what is optional, for fields that are filled by heart. */
export function plain<F extends { limits: unknown }>({ limits: _limits, ...field }: F): Omit<F, "limits"> {
  return field;
}
