import { refusal } from "../contract/outcome.ts";

/** Draws an SVG document as PNG at twice its size, with the system's fonts. Refuses PackageMissing. */
export async function renderPng(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js").catch(() => {
    throw refusal(
      "PackageMissing",
      "drawing PNG needs the optional package @resvg/resvg-js, which is not installed; write .svg, or run npm install @resvg/resvg-js",
      {
        check: "package_installed",
        observed: null,
        required: "@resvg/resvg-js",
        remedy: "npm install @resvg/resvg-js, or choose an .svg file",
      },
    );
  });
  return new Resvg(svg, { fitTo: { mode: "zoom", value: 2 }, background: "white" }).render().asPng();
}
