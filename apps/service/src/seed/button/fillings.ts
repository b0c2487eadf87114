import { Background } from '../../background.ts';
import { Slices } from './slices.ts';

/** Sandboxes that this node fills with made-up people. */
export class Fillings extends Background {
  readonly slices = new Slices();
}
