import { fromBase64 } from "./base64.ts";
import { decodeDescriptorSet, type FileDescriptor } from "./descriptor.ts";
import { fastCodecs } from "./fast-codec.ts";
import { descriptorSetBase64 } from "./gen/descriptor-set.ts";
import { linkTypes, type TypeSet } from "./link.ts";

/** Returns the files that come with this package and their types, created once for all registries. */
export function builtinFiles(): { readonly files: readonly FileDescriptor[]; readonly types: TypeSet } {
  if (cached === undefined) {
    const files = decodeDescriptorSet(fromBase64(descriptorSetBase64)!);
    cached = { files, types: linkTypes(files, { messages: new Map(), enums: new Map() }, fastCodecs) };
  }
  return cached;
}

let cached: { files: readonly FileDescriptor[]; types: TypeSet } | undefined;
