import { expect, it } from 'vitest';
import * as z from 'zod';
import { count, fieldsAt, fieldsBelow, text } from '../../src/lib/loose-fields.ts';

const post = fieldsAt({
  author: ['user.name', text],
  likes: ['stats.likes', 'edges.0.likes', count],
  id: ['id', z.string().min(1)],
});

it('reads each field at its place', () => {
  const reply = { id: '7', user: { name: ' Ada ' }, stats: { likes: 3 } };
  expect(post.parse(reply)).toEqual({ id: '7', author: 'Ada', likes: 3 });
});

it('takes the first place that says something, and null where none does', () => {
  expect(post.parse({ id: '7', stats: { likes: 'many' }, edges: [{ likes: 0 }] }).likes).toBe(0);
  expect(post.parse({ id: '7', stats: null, edges: 'none' })).toEqual({
    id: '7',
    author: null,
    likes: null,
  });
});

it('fails without what the answer rests on', () => {
  for (const reply of [{}, { id: '' }, 'id', ['id'], null])
    expect(post.safeParse(reply).success).toBe(false);
});

it('reads no property that every object inherits', () => {
  const inherited = fieldsAt({ name: ['constructor.name', text] });
  expect(inherited.parse({})).toEqual({ name: null });
});

it('wants the part it reads below', () => {
  const below = fieldsBelow('data.user', { name: ['name', text] });
  expect(below.parse({ data: { user: { name: 'Ada' } } })).toEqual({ name: 'Ada' });
  expect(below.safeParse({ data: { user: null } }).success).toBe(false);
  expect(below.safeParse({ name: 'Ada' }).success).toBe(false);
});
