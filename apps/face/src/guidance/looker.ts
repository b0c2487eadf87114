import type { Graph } from '../../../service/src/face/vision/graph/network.ts';
import { type Found, findFaces } from '../../../service/src/face/vision/networks/detector.ts';
import {
  around,
  type Mesh,
  type Point,
  roll,
  trace,
  traceFace,
} from '../../../service/src/face/vision/networks/mesh.ts';
import { appearanceOf } from '../../../service/src/face/vision/picture/appearance.ts';
import { coveredOf } from '../../../service/src/face/vision/picture/covered.ts';
import { geometryOf } from '../../../service/src/face/vision/picture/geometry.ts';
import type { Pixels } from '../../../service/src/face/vision/picture/pixels.ts';
import type { Facts } from './facts.ts';

/**
 * As in the service: a black margin, because the detector misses faces that fill the picture. Each picture
 * uses one of them.
 */
const MARGINS = [0.2, 0, 0.4];
/** The landmark model's least score for a face. */
const LEAST_MESH = 0.5;
/**
 * While a face is followed, one picture in so many is searched for other faces, or checked for what covers
 * the face.
 */
const [OTHERS_EVERY, COVERED_EVERY] = [20, 5];
const MOST_FACES = 3;

export type Seen = Omit<Facts, 'at' | 'took' | 'picture'>;

/**
 * Looks at one picture after the other: the detector finds a face, then the landmarks follow it from their
 * last position.
 */
export class Looker {
  readonly #detector: Graph;
  readonly #landmarks: Graph;
  #followed: readonly Point[] | null = null;
  #faces = 0;
  #covered = 0;
  #looks = 0;

  constructor(detector: Graph, landmarks: Graph) {
    this.#detector = detector;
    this.#landmarks = landmarks;
  }

  /** `shorter`: pixels of the camera picture's shorter side. */
  async look(image: Pixels, shorter: number): Promise<Seen> {
    this.#looks++;
    const mesh = (await this.#follow(image)) ?? (await this.#find(image));
    this.#followed = mesh?.points ?? null;
    if (!mesh) return { faces: 0, face: null };
    if (this.#looks % OTHERS_EVERY === 0) this.#faces = (await this.#confirmed(image, 0.2)).length;
    const geometry = geometryOf(mesh.points, image.width, image.height);
    return {
      faces: Math.max(1, this.#faces),
      face: {
        ...geometry,
        size_px: geometry.size * shorter,
        ...appearanceOf(image, mesh.points),
        covered: this.#covered,
      },
    };
  }

  async #follow(image: Pixels): Promise<Pick<Mesh, 'points'> | null> {
    const before = this.#followed;
    if (!before) return null;
    const mesh = await trace(this.#landmarks, image, around(before), roll(before));
    if (mesh.confidence < LEAST_MESH) return null;
    if (this.#looks % COVERED_EVERY === 0) {
      const again = await trace(this.#landmarks, image, around(mesh.points), roll(mesh.points));
      this.#covered = coveredOf({ ...again, first: mesh.points });
    }
    return mesh;
  }

  async #find(image: Pixels): Promise<Mesh | null> {
    const faces = await this.#confirmed(image, MARGINS[this.#looks % MARGINS.length]!);
    this.#faces = faces.length;
    this.#covered = faces[0] ? coveredOf(faces[0]) : 0;
    return faces[0] ?? null;
  }

  /** A detection counts only if the landmark model confirms a face there. */
  async #confirmed(image: Pixels, margin: number): Promise<Mesh[]> {
    const found: Found[] = await findFaces(this.#detector, image, margin);
    const faces: Mesh[] = [];
    for (const each of found.slice(0, MOST_FACES)) {
      const mesh = await traceFace(this.#landmarks, image, each);
      if (mesh.confidence >= LEAST_MESH) faces.push(mesh);
    }
    return faces;
  }
}
