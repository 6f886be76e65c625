/** What the map can be enlarged and reduced to. */
const [least, most] = [0.2, 2];

export const clampZoom = (zoom: number) => Math.min(most, Math.max(least, zoom));

/** The next tenth up or down. */
export function zoomStep(zoom: number, by: 1 | -1): number {
  return clampZoom((by > 0 ? Math.floor(zoom * 10 + 1.001) : Math.ceil(zoom * 10 - 1.001)) / 10);
}

/** So that all of a drawing is in sight, and never larger than it is. */
export function fitZoom(
  layout: { width: number; height: number },
  box: { clientWidth: number; clientHeight: number },
  margin: number,
): number {
  const width = box.clientWidth / (layout.width + 2 * margin);
  const height = box.clientHeight / (layout.height + 2 * margin);
  return clampZoom(Math.min(1, width, height));
}

/** No title of a step is drawn smaller on the screen, in pixels. */
export const leastText = 9;
