const FIELD_BYTES = 16;

/** Estimates the memory of plain data by adding up its texts and bytes. */
export function plainBytes(value: unknown): number {
  if (typeof value === "string") return 2 * value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + FIELD_BYTES + plainBytes(each), 0);
}
