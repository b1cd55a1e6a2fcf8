import { expect, it } from 'vitest';
import css from '../../src/http/docs/docs.css';
import js from '../../src/http/docs/try-it.page.js';
it('text', () => { expect([css, js]).toEqual([]); });
