/**
 * Returns whether a URI is relative to the folder of the file that contains it: it has no scheme and is not an absolute
 * path.
 */
export function isRelativeUri(uri: string): boolean {
  return uri !== "" && uri !== "__default__" && !/^([a-z][a-z\d+.-]*:|[/\\])/i.test(uri);
}

/**
 * Returns a URI of the file `from`, relative to where `from` is named: `meshes/a.dae` in `model://box/model.sdf` is
 * `model://box/meshes/a.dae`.
 */
export function besideUri(uri: string, from: string): string {
  const folder = folderOfUri(from);
  return folder === "" || !isRelativeUri(uri) ? uri : `${folder}/${uri}`;
}

/** Returns the URI without its last part; empty if it has only one. */
export function folderOfUri(uri: string): string {
  return uri.slice(0, Math.max(0, uri.lastIndexOf("/")));
}
