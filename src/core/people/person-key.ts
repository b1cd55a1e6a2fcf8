import { houseNumberOf } from '../places/house-number.ts';
import { zip5 } from '../places/zip.ts';
import { foldLastName, initialOf } from './person-name.ts';

/**
 * What a person of the United States is found by: `last|first letter|house number|zip5`, in lower
 * case. Street names and first names are spelled in too many ways to be part of it: whoever reads a
 * row compares the rest.
 * @throws UnusableInput for a name without letters, an address without a house number, or no ZIP
 * code
 */
export const personKey = (last: string, first: string, line1: string, zip: string): string =>
  [foldLastName(last), initialOf(first), houseNumberOf(line1), zip5(zip)].join('|');
