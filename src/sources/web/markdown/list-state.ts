import type { ListMarker } from './blocks.ts';

/** A list being written. */
export interface ListState {
  marker: ListMarker;
  next: number;
  items: number;
  /** An item of it is open. */
  inItem: boolean;
  /** How deep its items stand, and how far their content is indented. */
  depth: number;
  width: number;
  indented: boolean;
  /**
   * Its items hold paragraphs, which only blank lines between its blocks can tell (section 5.3).
   */
  loose: boolean;
  /** A blank line stands within an item already. */
  parted: boolean;
  /** Blank lines part its items. */
  spaced: boolean;
  /**
   * Items without content since the last one that has some, and whether the open one counts as
   * such.
   */
  empty: string[];
  keepEmpty: boolean;
}

export const newList = (
  ordered: boolean,
  symbol: string,
  next: number,
  indented: boolean,
): ListState => ({
  marker: { ordered, symbol },
  next,
  items: 0,
  inItem: false,
  depth: 0,
  width: 0,
  indented,
  loose: false,
  parted: false,
  spaced: false,
  empty: [],
  keepEmpty: false,
});
