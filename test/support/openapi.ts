import type * as z from 'zod';
import { outputSchemas, type RouteGroup } from '../../src/http/openapi/route.ts';

/** What the routes of a resource answer, by the name in the interface's document. */
export const answersOf = (resource: RouteGroup<never>): ReadonlyMap<string, z.ZodType> =>
  new Map(outputSchemas([resource]));
