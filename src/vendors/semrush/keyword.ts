import * as z from 'zod';
import {
  type Intent,
  type KeywordFact,
  type KeywordQuery,
  quarterlyTrendChange,
} from '../../domain/web/search-engine.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import {
  columnCount,
  columnNumber,
  columnText,
  type ReportRow,
  reportTable,
  SEMRUSH,
} from './client.ts';

/** Databases are named after the country, except one. */
const databaseOf = (country: string): string => (country === 'GB' ? 'uk' : country.toLowerCase());

const INTENT_CODES: ReadonlyMap<string, Intent> = new Map([
  ['0', 'commercial'],
  ['1', 'informational'],
  ['2', 'navigational'],
  ['3', 'transactional'],
]);

const FEATURE_CODES: ReadonlyMap<string, string> = new Map([
  ['3', 'local_pack'],
  ['6', 'sitelinks'],
  ['11', 'featured_snippet'],
  ['14', 'ads'],
  ['21', 'people_also_ask'],
  ['52', 'ai_overview'],
]);

const overview = reportTable('Keyword', 'Search Volume');
/** Possible columns for the features of a result page, and for the intents of a keyword. */
const FEATURE_COLUMNS = ['SERP Features by Keyword', 'Keywords SERP Features', 'Fk'];
const INTENT_COLUMNS = ['Intents', 'Intent'];

/** Report with any of the feature columns. */
const firstResult = z.union(FEATURE_COLUMNS.map((column) => reportTable(column)));

/** Comma-separated list in the first of the columns that the row has. */
function listAt(row: ReportRow, columns: readonly string[]): string[] {
  const column = columns.find((name) => row.has(name)) ?? '';
  return (columnText(row, column) ?? '').split(',').map((cell) => cell.trim());
}

const featuresOf = (row: ReportRow): string[] =>
  listAt(row, FEATURE_COLUMNS).flatMap((code) => FEATURE_CODES.get(code) ?? []);

/** Volume, price and difficulty of a keyword. */
export const semrushKeyword = fromUpstream<KeywordQuery, KeywordFact>(SEMRUSH, {
  name: 'semrush_keyword',
  label: 'keyword_index',
  async ask({ country, keyword }, call) {
    const asked = { phrase: keyword, database: databaseOf(country) };
    const columns = 'Ph,Nq,Cp,Co,Nr,Td,In,Kd';
    const query = { type: 'phrase_this', ...asked, export_columns: columns };
    const [row] = (await call({ path: '/', query, reply: 'text', schema: overview })) ?? [];
    if (!row) return null;
    const trend = columnText(row, 'Trends');
    return {
      searchVolume: columnCount(row, 'Search Volume'),
      cpcUsd: columnNumber(row, 'CPC'),
      difficulty: columnCount(row, 'Keyword Difficulty Index'),
      intent: INTENT_CODES.get(listAt(row, INTENT_COLUMNS)[0] ?? '') ?? null,
      trendChange: trend === null ? null : quarterlyTrendChange(trend.split(',').map(Number)),
      serpFeatures: null,
    };
  },
});

/** Features of a keyword's result page. */
export const semrushFeatures = fromUpstream<KeywordQuery, string[]>(SEMRUSH, {
  name: 'semrush_features',
  label: 'keyword_index',
  async ask({ country, keyword }, call) {
    const asked = { phrase: keyword, database: databaseOf(country) };
    const query = { type: 'phrase_organic', ...asked, display_limit: 1, export_columns: 'Dn,Fk' };
    const results = await call({ path: '/', query, reply: 'text', schema: firstResult });
    const [shown] = results ?? [];
    return shown ? featuresOf(shown) : null;
  },
});
