import { expect, it } from 'vitest';
import { field, fieldsOf } from '../../src/lookup/answer-fields.ts';

const shape = {
  title: field.textOrNull('Title.'),
  posted_at: field.textOrNull('When.'),
  likes_in_12h: field.countOrNull('Likes.'),
};

it('fills the fields of a shape from the properties that bear their names, in its order', () => {
  const fact = { likesIn12h: 0, postedAt: '2026-01-01', title: null, state: 'live' };
  expect(Object.entries(fieldsOf(shape, fact))).toEqual([
    ['title', null],
    ['posted_at', '2026-01-01'],
    ['likes_in_12h', 0],
  ]);
});

it('fills them with null without a fact', () => {
  const fact: { title: string; postedAt: string; likesIn12h: number } | null = null;
  expect(fieldsOf(shape, fact)).toEqual({ title: null, posted_at: null, likes_in_12h: null });
});
