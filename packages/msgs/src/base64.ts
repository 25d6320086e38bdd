/** Encodes bytes as standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += alphabet[bits >> 18]! + alphabet[(bits >> 12) & 63]!;
    text += (left > 1 ? alphabet[(bits >> 6) & 63]! : "=") + (left > 2 ? alphabet[bits & 63]! : "=");
  }
  return text;
}

/** Decodes base64, also with the URL alphabet or without padding; undefined if the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const length = text.replace(/={0,2}$/, "").length;
  if (length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let count = 0;
  let at = 0;
  for (let i = 0; i < length; i++) {
    const value = values[text.charCodeAt(i)];
    if (value === undefined) return undefined;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count >= 8) bytes[at++] = (bits >> (count -= 8)) & 0xff;
  }
  return bytes;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const values: (number | undefined)[] = [];
for (let i = 0; i < 64; i++) values[alphabet.charCodeAt(i)] = i;
values["-".charCodeAt(0)] = 62;
values["_".charCodeAt(0)] = 63;
