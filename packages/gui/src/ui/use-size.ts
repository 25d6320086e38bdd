import { useEffect, useRef, useState, type RefObject } from "react";

/** Returns the size of an element in pixels, updated as it changes; 0 until it is on the page. */
export function useSize<T extends HTMLElement>(): {
  readonly ref: RefObject<T | null>;
  readonly width: number;
  readonly height: number;
} {
  const ref = useRef<T>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}
