/**
 * Applies the styles of a plugin until they are disposed of. They apply inside its own panel only. The page's policy
 * forbids `<style>` elements; a sheet created by a script is allowed.
 */
export function addPluginStyles(id: string, styles: string): Disposable {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@scope (.panel-${CSS.escape(id)}) {\n${styles}\n}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return {
    [Symbol.dispose]: () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    },
  };
}
