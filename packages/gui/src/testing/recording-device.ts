/** One draw call that reached the device. */
export interface DrawCall {
  /** Whether it draws to a separate picture, for instance of shadows, rather than the canvas. */
  readonly isOffscreen: boolean;
  readonly instances: number;
  /** Sixteen numbers per instance; empty for draws without instances. */
  readonly matrices: Float32Array;
}

/**
 * A graphics card that draws nothing but records its calls: buffers keep their numbers, draw calls note their
 * instances. It behaves like WebGL 2, so that three.js runs on it unchanged, without a page.
 */
export class RecordingDevice {
  readonly calls: DrawCall[] = [];
  /** The canvas from which a renderer takes its size. */
  readonly canvas = Object.assign(new EventTarget(), { width: 300, height: 150 }) as OffscreenCanvas;
  readonly context: WebGL2RenderingContext;
  readonly #live = new Map<string, Set<object>>();
  readonly #buffers = new WeakMap<object, Float32Array>();
  readonly #sources = new WeakMap<object, string>();
  readonly #constants = new Map<string, number>();
  /** Per vertex array, the buffers of its attributes, by location. */
  readonly #attributes = new WeakMap<object, Map<number, object>>();
  readonly #noArray = {};
  #array: object = this.#noArray;
  #buffer: object | undefined;
  #framebuffer: object | null = null;
  #program: object | undefined;

  constructor() {
    const answers: Readonly<Record<string, unknown>> = {
      ...this.#stateCalls(),
      ...this.#bufferCalls(),
      ...this.#shaderCalls(),
      ...this.#drawCalls(),
      canvas: this.canvas,
    };
    this.context = new Proxy<object>(
      {},
      { get: (_, name) => this.#answer(answers, String(name)) },
    ) as WebGL2RenderingContext;
  }

  /** Returns the number of objects of a kind that were created and not deleted: "Buffer", "Texture", "Program", … */
  countOf(kind: string): number {
    return this.#live.get(kind)?.size ?? 0;
  }

  #answer(answers: Readonly<Record<string, unknown>>, name: string): unknown {
    if (name in answers) return answers[name];
    const [, verb, kind] = /^(create|delete)([A-Z]\w*)$/.exec(name) ?? [];
    if (verb === "create") return () => this.#make(kind!);
    if (verb === "delete") return (thing: object) => void this.#live.get(kind!)?.delete(thing);
    if (/^[A-Z]/.test(name)) return this.#constant(name);
    return () => undefined;
  }

  #make(kind: string): object {
    const thing = {};
    let live = this.#live.get(kind);
    if (live === undefined) this.#live.set(kind, (live = new Set()));
    live.add(thing);
    return thing;
  }

  /** Returns a number for a constant's name: any number, as long as each name has its own. */
  #constant(name: string): number {
    let value = this.#constants.get(name);
    if (value === undefined) this.#constants.set(name, (value = 0x10000 + this.#constants.size));
    return value;
  }

  #stateCalls() {
    const texts = new Map([
      [this.#constant("VERSION"), "WebGL 2.0"],
      [this.#constant("SHADING_LANGUAGE_VERSION"), "WebGL GLSL ES 3.00"],
    ]);
    const boxes = new Set([this.#constant("SCISSOR_BOX"), this.#constant("VIEWPORT")]);
    return {
      getContextAttributes: () => ({ alpha: true, antialias: true }),
      getExtension: (name: string) => (name.startsWith("EXT_color_buffer") ? {} : null),
      getSupportedExtensions: () => [],
      getShaderPrecisionFormat: () => ({ rangeMin: 127, rangeMax: 127, precision: 23 }),
      getParameter: (name: number) => texts.get(name) ?? (boxes.has(name) ? [0, 0, 300, 150] : 64),
      checkFramebufferStatus: () => this.#constant("FRAMEBUFFER_COMPLETE"),
      getError: () => 0,
      isContextLost: () => false,
      bindFramebuffer: (_: number, framebuffer: object | null) => void (this.#framebuffer = framebuffer),
      bindVertexArray: (array: object | null) => void (this.#array = array ?? this.#noArray),
    };
  }

  #bufferCalls() {
    return {
      bindBuffer: (_: number, buffer: object) => void (this.#buffer = buffer),
      bufferData: (_: number, data: unknown) => {
        if (data instanceof Float32Array) this.#buffers.set(this.#buffer!, data.slice());
      },
      bufferSubData: (_: number, offset: number, data: unknown, start = 0, length?: number) => {
        if (!(data instanceof Float32Array)) return;
        const count = length === undefined || length === 0 ? data.length - start : length;
        this.#buffers.get(this.#buffer!)?.set(data.subarray(start, start + count), offset / 4);
      },
      vertexAttribPointer: (location: number) => {
        let attributes = this.#attributes.get(this.#array);
        if (attributes === undefined) this.#attributes.set(this.#array, (attributes = new Map()));
        attributes.set(location, this.#buffer!);
      },
    };
  }

  #shaderCalls() {
    const attributes = [
      { name: "position", type: this.#constant("FLOAT_VEC3"), size: 1 },
      { name: "instanceMatrix", type: this.#constant("FLOAT_MAT4"), size: 1 },
    ];
    const counts = new Map([
      [this.#constant("ACTIVE_ATTRIBUTES"), attributes.length],
      [this.#constant("ACTIVE_UNIFORMS"), 0],
    ]);
    return {
      shaderSource: (shader: object, text: string) => void this.#sources.set(shader, text),
      attachShader: (program: object, shader: object) => {
        this.#sources.set(program, (this.#sources.get(program) ?? "") + (this.#sources.get(shader) ?? ""));
      },
      getShaderParameter: () => true,
      getProgramParameter: (_: object, name: number) => counts.get(name) ?? true,
      getShaderInfoLog: () => "",
      getProgramInfoLog: () => "",
      getActiveAttrib: (_: object, i: number) => attributes[i],
      // A matrix takes four locations.
      getAttribLocation: (_: object, name: string) => attributes.findIndex((attribute) => attribute.name === name),
      useProgram: (program: object) => void (this.#program = program),
    };
  }

  #drawCalls() {
    return {
      drawArrays: () => this.#draw(1),
      drawElements: () => this.#draw(1),
      drawArraysInstanced: (_: number, _first: number, _count: number, instances: number) => this.#draw(instances),
      drawElementsInstanced: (_: number, _count: number, _type: number, _offset: number, instances: number) =>
        this.#draw(instances),
    };
  }

  #draw(instances: number): void {
    const source = this.#sources.get(this.#program!) ?? "";
    const buffer = source.includes("#define USE_INSTANCING\n") ? this.#attributes.get(this.#array)?.get(1) : undefined;
    const numbers = (buffer && this.#buffers.get(buffer)) ?? new Float32Array();
    this.calls.push({
      isOffscreen: this.#framebuffer !== null,
      instances,
      matrices: numbers.slice(0, instances * 16),
    });
  }
}
