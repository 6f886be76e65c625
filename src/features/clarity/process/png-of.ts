/** Pixels of the picture for one of the drawing: sharp on paper and on dense screens. */
const density = 2;
/** Browsers draw no larger picture. */
const mostPixels = 16_000;

/** An SVG as a PNG on white. */
export async function pngOf(svg: Blob): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(density, mostPixels / Math.max(image.width, image.height));
    const canvas = new OffscreenCanvas(Math.ceil(image.width * scale), Math.ceil(image.height * scale));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser cannot draw the picture. Choose SVG.");
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/png" });
  } finally {
    URL.revokeObjectURL(address);
  }
}
