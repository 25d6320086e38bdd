import { childrenOf, type XmlElement } from "../../xml.ts";
import { identityMatrix, multiplyMatrices, rotationAbout, scaling, translation, type Matrix } from "../matrix.ts";
import { numbersOf } from "../xml-numbers.ts";

const DEGREE = Math.PI / 180;

/** Returns a node's transforms, in the order in which they are written. */
export function nodeMatrix(node: XmlElement): Matrix {
  // If there is a matrix, Gazebo uses only that; programs that write both mean the same transform.
  const [matrix] = childrenOf(node, "matrix");
  if (matrix !== undefined) return numbersOf(matrix, 16);
  return node.children.map(matrixOf).reduce(multiplyMatrices, identityMatrix);
}

function matrixOf(element: XmlElement): Matrix {
  switch (element.name) {
    case "translate": {
      const [x, y, z] = numbersOf(element, 3);
      return translation({ x: x!, y: y!, z: z! });
    }
    case "rotate": {
      const [x, y, z, degrees] = numbersOf(element, 4);
      return rotationAbout({ x: x!, y: y!, z: z! }, degrees! * DEGREE);
    }
    case "scale": {
      const [x, y, z] = numbersOf(element, 3);
      return scaling({ x: x!, y: y!, z: z! });
    }
    default:
      return identityMatrix;
  }
}
