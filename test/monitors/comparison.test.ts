import { describe, expect, it } from 'vitest';
import type { LookupData } from '../../src/lookup/envelope.ts';
import {
  type ContactFinding,
  type ContactState,
  compareContact,
  compareNumber,
  describeChange,
  NUMBER_FIELDS,
  type NumberSnapshot,
  type NumberState,
  readContact,
  readNumber,
} from '../../src/monitors/comparison.ts';
import { nextScheduledAt, scheduleOffset } from '../../src/monitors/state-machine.ts';
import * as fc from '../support/fast-check.ts';

const value = fc.oneof(fc.constantFrom('A', 'B', 'C'), fc.boolean(), fc.constant(null));
const found = fc.record(
  Object.fromEntries(NUMBER_FIELDS.map((field) => [field, value])) as Record<
    keyof NumberSnapshot,
    typeof value
  >,
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<NumberSnapshot>>;

/** What a monitor finds over several runs. @returns its events, and what it remembers at last */
function numberRuns(rounds: readonly Partial<NumberSnapshot>[]) {
  let state: NumberState | null = null;
  const events = rounds.flatMap((round) => {
    const compared = compareNumber(state, round);
    state = compared.state;
    return compared.event ?? [];
  });
  return { state: state as NumberState | null, events };
}

describe('a number', () => {
  it('makes no event of identical or unknown facts, nor of a run that is done again', () => {
    fc.assert(
      fc.property(fc.array(found, { minLength: 1 }), found, (rounds, last) => {
        const { state } = numberRuns(rounds);
        const known = state!.known;
        expect(compareNumber(state, known).event).toBeNull();
        expect(compareNumber(state, {}).event).toBeNull();
        const once = compareNumber(state, last);
        expect(compareNumber(once.state, last)).toEqual({ state: once.state, event: null });
      }),
    );
  });

  it('makes one change of each value that was known and is known to be another', () => {
    fc.assert(
      fc.property(fc.array(found), (rounds) => {
        const told = numberRuns(rounds).events.flatMap(({ changes }) => Object.entries(changes));
        for (const field of NUMBER_FIELDS) {
          const known = rounds.flatMap((round) => round[field] ?? []);
          const moves = known.slice(1).flatMap((to, index) => {
            const from = known[index] as string | boolean;
            return from === to ? [] : [{ from, to }];
          });
          expect(told.filter(([name]) => name === field).map(([, change]) => change)).toEqual(
            moves,
          );
        }
      }),
    );
  });

  it('keeps both snapshots, the one before with what was last known', () => {
    const { events } = numberRuns([
      { status: 'ACTIVE', carrier: 'One', ported: false },
      { status: null, carrier: 'one ' },
      { status: 'INACTIVE', ported: null },
    ]);
    expect(events).toMatchObject([
      {
        changes: { status: { from: 'ACTIVE', to: 'INACTIVE' } },
        previous: { status: 'ACTIVE', carrier: 'one ', ported: false },
        current: { status: 'INACTIVE', carrier: null, ported: null },
      },
    ]);
  });

  const answer = (classification: object, insights: object, risk?: object) =>
    ({ classification, insights, risk_assessment: risk }) as unknown as LookupData;

  it.each([
    [
      { number_status: 'ACTIVE', line_type: 'MOBILE' },
      { status: 'ACTIVE', lineType: 'MOBILE' },
    ],
    [
      { number_status: 'UNKNOWN', line_type: 'UNKNOWN' },
      { status: null, lineType: null },
    ],
    [{ number_status: 'INVALID' }, { status: null }],
    [{ number_status: 'INVALID', coverage: 'international' }, { status: 'INVALID' }],
    [{ line_type: 'LANDLINE', line_type_basis: 'BLOCK_HOLDER' }, { lineType: null }],
  ])('reads %o', (classification, expected) => {
    expect(readNumber('phone_validation', answer(classification, {}))).toMatchObject(expected);
  });

  it('reads carrier, porting and registry, each only where it is known', () => {
    const insights = (network_source: string) => ({
      raw_api_fields: { network: 'Example Wireless', network_source },
      routing: { is_ported: null },
      compliance: { dnc_listed: false },
    });
    expect(
      readNumber('phone_validation', answer({}, insights('PORTABILITY_RECORD'))),
    ).toMatchObject({ carrier: 'Example Wireless', ported: null, dncListed: false });
    expect(readNumber('phone_validation', answer({}, insights('BLOCK_HOLDER')))).toMatchObject({
      carrier: null,
    });
  });

  it('is compared with what the same source said of carrier and kind of line', () => {
    const run = (carrier: string, source: string, lineType = 'MOBILE') =>
      readNumber('phone_validation', {
        ...answer(
          { number_status: 'ACTIVE', line_type: lineType, line_type_basis: source },
          { raw_api_fields: { network: carrier, network_source: source } },
        ),
      });
    const { events, state } = numberRuns([
      run('Example Wireless', 'PORTABILITY_DATABASE'),
      run('EXAMPLE WIRELESS INC', 'NUMBERING_PLAN', 'LANDLINE'),
      run('Example Wireless', 'PORTABILITY_DATABASE'),
      run('Sample Mobile', 'PORTABILITY_DATABASE'),
      // What the others said before the change is no news after it.
      run('SAMPLE MOBILE INC', 'NUMBERING_PLAN', 'LANDLINE'),
      run('Sample Mobile', 'PORTABILITY_DATABASE', 'VOIP'),
    ]);
    expect(events.map(({ changes }) => changes)).toEqual([
      { carrier: { from: 'Example Wireless', to: 'Sample Mobile' } },
      { lineType: { from: 'MOBILE', to: 'VOIP' } },
    ]);
    expect(events[1]?.previous).toMatchObject({ lineType: 'MOBILE' });
    expect(Object.keys(state!.seen)).toEqual([...NUMBER_FIELDS]);
  });

  it('known before sources were is compared with its last value, once', () => {
    const { state } = numberRuns([{ carrier: 'Example Wireless' }]);
    const { seen, known } = state!;
    const found = (carrier: string) =>
      readNumber(
        'phone_validation',
        answer({}, { raw_api_fields: { network: carrier, network_source: 'CARRIER_QUERY' } }),
      );
    const changes = { carrier: { from: 'Example Wireless', to: 'Sample Mobile' } };
    expect(compareNumber({ seen, known }, found('Sample Mobile')).event).toMatchObject({ changes });
  });

  it('reads the spam risk unless complaints were not checked', () => {
    const risk = (...risk_factors: string[]) => answer({}, {}, { risk_level: 'LOW', risk_factors });
    expect(readNumber('phone_spam', risk())).toEqual({ spamRiskLevel: 'LOW' });
    expect(readNumber('phone_spam', risk('SPAM_REPORTS_NOT_CHECKED'))).toEqual({
      spamRiskLevel: null,
    });
  });
});

describe('a contact', () => {
  const at = (company: string | null, title: string | null, source = 'file'): ContactFinding => ({
    found: true,
    source,
    now: { title, company, location: null },
  });
  const gone: ContactFinding = { found: false };

  function contactRuns(rounds: readonly ContactFinding[]) {
    let state: ContactState | null = null;
    const events = rounds.flatMap((round) => {
      const compared = compareContact(state, round);
      state = compared.state;
      return compared.event ?? [];
    });
    return { state: state as ContactState | null, events, types: events.map(({ type }) => type) };
  }

  it('is a baseline event first, then one whenever title or company change', () => {
    const { events, types } = contactRuns([
      at('Example Ltd', 'Engineer'),
      at('EXAMPLE, Ltd.', 'engineer'),
      at('Example Ltd', 'Lead'),
      at('Sample GmbH', 'Director'),
    ]);
    expect(types).toEqual(['baseline', 'title_change', 'job_change']);
    expect(events.map(({ before, after }) => [before?.title ?? null, after?.title])).toEqual([
      [null, 'Engineer'],
      ['engineer', 'Lead'],
      ['Lead', 'Director'],
    ]);
  });

  it('is unreachable once, after three rechecks that found nobody, and again after a return', () => {
    expect(contactRuns([at('A', 'x'), gone, gone, gone, gone, gone]).types).toEqual([
      'baseline',
      'profile_unreachable',
    ]);
    const returned = [gone, gone, at('A', 'x'), gone, gone, gone, at('A', 'x')];
    expect(contactRuns(returned).types).toEqual(['baseline', 'profile_unreachable']);
  });

  it('is compared within one source only, and one change is reported by one source only', () => {
    const { types } = contactRuns([
      at('A', 'x', 'file'),
      at('B', 'y', 'vendor'),
      at('C', 'y', 'vendor'),
      at('C', 'z', 'file'),
    ]);
    expect(types).toEqual(['baseline', 'job_change']);
  });

  it('makes no event of identical or unknown facts, nor of a run that is done again', () => {
    const text = fc.constantFrom('A', 'B', null);
    const finding: fc.Arbitrary<ContactFinding> = fc.oneof(
      fc.constant(gone),
      fc.tuple(text, text, fc.constantFrom('file', 'vendor')).map((all) => at(...all)),
    );
    fc.assert(
      fc.property(fc.array(finding), finding, (rounds, last) => {
        const { state, types } = contactRuns([...rounds, last]);
        if (last.found) expect(compareContact(state, last).event).toBeNull();
        const source = last.found ? last.source : 'file';
        const unknown = compareContact(state, at(null, null, source)).event?.type;
        expect(unknown === undefined || unknown === 'baseline').toBe(true);
        expect(types.filter((type) => type === 'baseline').length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('reads the answer of the lookup', () => {
    const of = (classification: object) => readContact({ classification } as unknown as LookupData);
    expect(of({ matched: false, source: null })).toEqual(gone);
    const matched = { matched: true, source: 'file', title: ' ', company: 'A', location: null };
    expect(of(matched)).toEqual(at('A', null));
  });
});

describe('the schedule', () => {
  it('is due whole periods after the start, and never in the past', () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.nat(1e12), fc.boolean(), (startsAt, now, daily) => {
        const frequency = daily ? 'daily' : 'weekly';
        const due = nextScheduledAt({ frequency, active: true, startsAt }, now)!;
        const period = daily ? 86_400_000 : 604_800_000;
        expect((due - startsAt) % period).toBe(0);
        expect(due).toBeGreaterThan(now - 1);
        expect(due).toBeLessThanOrEqual(Math.max(startsAt, now + period));
        expect(nextScheduledAt({ frequency, active: false, startsAt }, now)).toBeNull();
      }),
    );
  });

  it('is spread over the hour', () => {
    const minutes = Array.from({ length: 3_000 }, () =>
      Math.floor(scheduleOffset(`mon_${crypto.randomUUID()}`) / 60_000),
    );
    expect(Math.min(...minutes)).toBe(0);
    expect(Math.max(...minutes)).toBe(59);
    const counts = minutes.reduce<number[]>((all, minute) => {
      all[minute] = (all[minute] ?? 0) + 1;
      return all;
    }, []);
    expect(Math.max(...counts)).toBeLessThan(110);
  });
});

it.each([
  ['dncListed', false, true, 'On a Do Not Call list: no → yes'],
  ['lineType', 'TOLL_FREE', 'VOIP', 'Line type: toll free → VOIP'],
  ['carrier', 'AT&T_X', 'T-MOBILE', 'Carrier: AT&T_X → T-MOBILE'],
] as const)('says in words what became of %s', (field, from, to, words) => {
  expect(describeChange(field, from, to)).toBe(words);
});
