import { describe, expect, it } from 'vitest';
import { COMPLAINT_SUBJECT_NAMES } from '../../../src/lookup/datasets/complaint-subjects.ts';
import { phoneSpam } from '../../../src/products/phone/phone-spam/product.ts';
import { answer } from '../../support/answer.ts';
import { createWorld, type Files } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';
import { ipqsVendor } from '../../support/world/vendors/ipqs.ts';
import { twilioVendor } from '../../support/world/vendors/twilio.ts';

const NUMBER = '+12127361234';

interface Count {
  month: string;
  subject: string;
  reports: number;
  robocalls: number;
  robocallsUnknown?: number;
}

const reported = (...counts: Count[]) => ({
  counts: counts.map((count) => ({
    ...count,
    firstOn: `${count.month}-01`,
    lastOn: `${count.month}-20`,
  })),
});

const ask = async (phone_number: string, files: Files) =>
  answer(phoneSpam, { phone_number }, await createWorld({ files }));

describe('phone spam in the United States and Canada', () => {
  it('says that it knows nothing when no complaint data is loaded', async () => {
    const { classification, insights, risk, recommendations, consulted, price } = await ask(
      NUMBER,
      {},
    );
    expect(classification).toMatchObject({
      caller_type: 'UNKNOWN',
      threat_category: 'NOT_CHECKED',
      industry_category: 'NOT_CHECKED',
      persistence_level: 'NOT_CHECKED',
      sophistication_level: 'NOT_CHECKED',
    });
    expect(insights.number).toMatchObject({ e164: NUMBER, national_format: '(212) 736-1234' });
    expect(insights.network_analysis).toMatchObject({
      timezones: ['America/New_York'],
      portability_status: 'POSSIBLY_PORTED',
    });
    expect(insights.reputation).toMatchObject({
      report_count: null,
      reason: expect.stringContaining('No loaded complaint data is complete for the number'),
    });
    expect(insights.behavior).toEqual({ callback_probability: 0, callback_basis: 'NONE' });
    expect(insights.network_analysis).not.toHaveProperty('spoofing_suspected');
    expect(risk?.risk_factors).toEqual([
      'SPAM_REPORTS_NOT_CHECKED',
      'SPOOFING_NOT_CHECKED',
      'LINE_TYPE_UNKNOWN',
    ]);
    expect(risk?.confidence_level).toBeLessThanOrEqual(20);
    expect(recommendations).toMatchObject({
      primary_action: 'VERIFY',
      user_message: expect.stringContaining('not checked: complaints about the caller, whether'),
      business_rules: { answer_allowed: true, callback_allowed: null, complaints_checked: false },
    });
    // What an operator would do is no advice to a caller.
    expect(recommendations?.secondary_actions).toEqual(['VERIFY_CALLER_IDENTITY']);
    expect(consulted).not.toContain('complaint_reports');
    expect(price).toBe(1);
    expect((await ask('+442071838750', {})).consulted).not.toContain('complaint_reports');
  });

  it('does not take silence for legitimacy, unless a current record vouches for the number', async () => {
    const silent = await ask(NUMBER, { complaints: {} });
    expect(silent.classification).toMatchObject({
      caller_type: 'UNKNOWN',
      threat_category: 'NONE_REPORTED',
      industry_category: 'NONE_REPORTED',
      persistence_level: 'NONE',
      sophistication_level: 'NONE_REPORTED',
    });
    expect(silent.insights.reputation.report_count).toBe(0);
    expect(silent.recommendations).toMatchObject({
      primary_action: 'VERIFY',
      business_rules: { answer_allowed: true },
    });
    expect(silent.insights.threat_intelligence.speaks_against).toEqual([]);
    expect(silent.consulted).toContain('complaint_reports');
    const vouched = await ask(NUMBER, {
      complaints: {},
      do_not_originate: {},
      portability: { [NUMBER]: { line_type: 'MOBILE', status: 'ACTIVE' } },
    });
    expect(vouched.classification).toMatchObject({
      caller_type: 'LEGITIMATE_PERSONAL',
      threat_category: 'LEGITIMATE',
    });
    expect(vouched.insights.network_analysis.spoofing_suspected).toBe(false);
    expect(vouched.recommendations).toMatchObject({
      primary_action: 'APPROVE',
      business_rules: { answer_allowed: true, callback_allowed: true },
    });
  });

  it('takes a report that does not say whether it was a robocall for neither', async () => {
    const of = async (robocalls: number, robocallsUnknown: number) => {
      const count = { month: '2026-10', subject: 'ENERGY', reports: 12, robocalls };
      const { classification, insights } = await ask(NUMBER, {
        complaints: { [NUMBER]: reported({ ...count, robocallsUnknown }) },
      });
      const { caller_type, sophistication_level } = classification;
      return [caller_type, sophistication_level, insights.behavior.robocall_share];
    };
    expect(await of(0, 12)).toEqual(['SUSPICIOUS_CALLER', 'UNKNOWN', undefined]);
    expect(await of(4, 7)).toEqual(['SPAM_ROBOCALL', 'MEDIUM', 0.8]);
    expect(await of(0, 7)).toEqual(['SPAM_HUMAN', 'LOW', 0]);
  });

  it.each([
    [
      [{ month: '2026-10', subject: 'WARRANTIES', reports: 30, robocalls: 28 }],
      'SPAM_ROBOCALL',
      'AUTOMATED_SCAM',
      'BLOCK',
      'WARRANTY',
    ],
    [
      [{ month: '2026-10', subject: 'ENERGY', reports: 4, robocalls: 4 }],
      'SPAM_ROBOCALL',
      'SPAM_CALLER',
      'REVIEW',
      'ENERGY',
    ],
    [
      [{ month: '2026-10', subject: 'DEBT_REDUCTION', reports: 12, robocalls: 1 }],
      'SPAM_HUMAN',
      'SPAM_CALLER',
      'BLOCK',
      'FINANCIAL_SERVICES',
    ],
    [
      [{ month: '2024-01', subject: 'OTHER', reports: 1, robocalls: 0 }],
      'SUSPICIOUS_CALLER',
      'SUSPICIOUS_ACTIVITY',
      'REVIEW',
      'OTHER',
    ],
  ] as const)('%j is %s', async (counts, caller, threat, action, industry) => {
    const { classification, recommendations, insights } = await ask(NUMBER, {
      complaints: { [NUMBER]: reported(...counts) },
    });
    expect(classification).toMatchObject({
      caller_type: caller,
      threat_category: threat,
      industry_category: industry,
    });
    expect(classification).not.toHaveProperty('line_status');
    expect(recommendations?.primary_action).toBe(action);
    expect(recommendations?.business_rules.answer_allowed).toBe(false);
    expect(insights.threat_intelligence.speaks_against).toContain('SPAM_REPORTS');
    expect(insights.reputation.report_count).toBe(counts[0].reports);
  });

  it('adds up months and subjects, and tells this quarter from before', async () => {
    const { insights, classification, risk } = await ask(NUMBER, {
      complaints: {
        [NUMBER]: reported(
          { month: '2025-01', subject: 'IMPERSONATION', reports: 5, robocalls: 0 },
          { month: '2026-08', subject: 'DROPPED_CALL', reports: 20, robocalls: 0 },
          { month: '2026-09', subject: 'IMPERSONATION', reports: 6, robocalls: 6 },
        ),
      },
    });
    expect(insights.reputation).toMatchObject({
      report_count: 31,
      recent_report_count: 6,
      first_reported_on: '2025-01-01',
      last_reported_on: '2026-09-20',
      data_as_of: '2026-10-01',
    });
    expect(insights.behavior.robocall_share).toBe(0.19);
    expect(insights.threat_intelligence).toEqual({
      scam_types: ['IMPERSONATION_SCAM'],
      financial_loss_risk: 'HIGH',
      speaks_against: expect.arrayContaining(['SPAM_REPORTS', 'SCAM_SUBJECT']),
      subjects: [
        { subject: 'DROPPED_CALL', reports: 20 },
        { subject: 'IMPERSONATION', reports: 11 },
      ],
    });
    expect(classification).toMatchObject({
      industry_category: 'IMPERSONATION',
      sophistication_level: 'HIGH',
      persistence_level: 'HIGH',
    });
    expect(risk?.risk_factors).toEqual([
      'SPAM_REPORTS',
      'REPEATED_REPORTS',
      'MANY_REPORTS',
      'RECENT_REPORTS',
      'SCAM_SUBJECT',
      'SPOOFING_NOT_CHECKED',
      'LINE_TYPE_UNKNOWN',
    ]);
  });

  it('does not take for spoofed what was read in a country it may not be of', async () => {
    const { classification, insights, price } = await ask('07400 123456', { complaints: {} });
    expect(classification.caller_type).toBe('UNKNOWN');
    expect(classification.threat_category).not.toBe('SPOOFED_NUMBER');
    expect(insights.network_analysis.spoofing_suspected).not.toBe(true);
    expect(price).toBe(0);
  });

  it('takes a call from a number that cannot call for spoofed', async () => {
    for (const [number, files] of [
      [NUMBER, { do_not_originate: { [NUMBER]: {} } }],
      ['+12125550123', { complaints: {} }],
      ['+12121550123', { complaints: {} }],
    ] as const) {
      const { classification, recommendations, insights, price } = await ask(number, files);
      expect(classification, number).toMatchObject({
        caller_type: 'SPOOFED',
        threat_category: 'SPOOFED_NUMBER',
      });
      expect(recommendations?.primary_action).toBe('BLOCK');
      expect(insights.network_analysis.spoofing_suspected).toBe(true);
      expect(insights.behavior.callback_probability).toBeLessThan(0.1);
      expect(price, number).toBe(number === NUMBER ? 1 : 0);
    }
  });
});

it('calls a robocaller by its name though the number it shows is borrowed', async () => {
  const number = '+12125550123';
  const files = {
    complaints: {
      [number]: reported({ month: '2026-10', subject: 'WARRANTIES', reports: 9, robocalls: 9 }),
    },
  };
  const { classification, insights } = await ask(number, files);
  expect(classification).toMatchObject({
    caller_type: 'SPAM_ROBOCALL',
    threat_category: 'AUTOMATED_SCAM',
  });
  expect(insights.network_analysis.spoofing_suspected).toBe(true);
});

describe('phone spam elsewhere', () => {
  it.each([
    ['+442079461958', 'UNKNOWN', 'UNKNOWN', 'VERIFY', 1],
    ['+447012345678', 'UNKNOWN', 'UNKNOWN', 'VERIFY', 1],
    ['+449098780879', 'SUSPICIOUS_CALLER', 'SUSPICIOUS_ACTIVITY', 'REVIEW', 1],
    ['+4412', 'HIGH_RISK_CALLER', 'FRAUD_RISK', 'BLOCK', 0],
  ])('%s is %s', async (number, caller, threat, action, price) => {
    const result = await ask(number, { complaints: {} });
    expect(result.classification).toMatchObject({ caller_type: caller, threat_category: threat });
    expect(result.classification.line_status).toBe(price === 0 ? 'DISCONNECTED' : 'UNKNOWN');
    expect(result.recommendations?.primary_action).toBe(action);
    expect(result.insights.network_analysis.origin_country).toBe(
      price === 0 ? 'UNKNOWN' : 'United Kingdom',
    );
    expect(result.price).toBe(price);
  });

  it('knows what calling back a premium-rate number costs, and of no other loss', async () => {
    const lossOf = async (number: string) =>
      (await ask(number, {})).insights.threat_intelligence.financial_loss_risk;
    expect(await lossOf('+449098780879')).toBe('HIGH');
    expect(await lossOf('+442079461958')).toBe('UNKNOWN');
  });

  it('says that nothing was checked where no complaint data is loaded', async () => {
    const { classification } = await ask('+442079461958', {});
    expect(classification).toMatchObject({
      caller_type: 'UNKNOWN',
      threat_category: 'NOT_CHECKED',
      persistence_level: 'NOT_CHECKED',
      line_status: 'UNKNOWN',
    });
  });

  it('does not call complaints checked that hardly cover its callers', async () => {
    const rulesOf = async (number: string, counts: Count[]) => {
      const complaints = counts.length > 0 ? { [number]: reported(...counts) } : {};
      const { classification, recommendations } = await ask(number, { complaints });
      return [classification.persistence_level, recommendations?.business_rules];
    };
    for (const number of ['+447400123456', '+4915112345678', '+33612345678'])
      expect(await rulesOf(number, []), number).toMatchObject([
        'NOT_CHECKED',
        { complaints_checked: false, callback_allowed: null },
      ]);
    const one = { month: '2026-10', subject: 'PRIZES', reports: 4, robocalls: 0 };
    expect(await rulesOf('+447400123456', [one])).toMatchObject([
      'MEDIUM',
      { complaints_checked: true, callback_allowed: false },
    ]);
  });

  it('counts reports the operator has of it', async () => {
    const number = '+442079461958';
    const files = {
      complaints: {
        [number]: reported({ month: '2026-11', subject: 'PRIZES', reports: 12, robocalls: 0 }),
      },
    };
    expect((await ask(number, files)).classification).toMatchObject({
      caller_type: 'HIGH_RISK_CALLER',
      threat_category: 'FRAUD_RISK',
    });
  });
});

it('never scores lower for more reports, and always says why it scores', async () => {
  const world = await createWorld({ files: { complaints: {} } });
  const count = fc.record({
    month: fc.constantFrom('2024-03', '2026-08', '2026-09', '2026-11'),
    subject: fc.constantFrom(...COMPLAINT_SUBJECT_NAMES),
    reports: fc.integer({ min: 1, max: 80 }),
  });
  const score = async (counts: Count[]) => {
    const records = {
      ...world.records,
      find: async () =>
        counts.length > 0 ? { complaints: { data: reported(...counts), asOf: null } } : {},
    };
    return (await answer(phoneSpam, { phone_number: NUMBER }, { ...world, records })).risk;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(count, { maxLength: 4 }), count, async (counts, more) => {
      const robocalls = (each: typeof more): Count => ({ ...each, robocalls: each.reports });
      const before = await score(counts.map(robocalls));
      const after = await score([...counts, more].map(robocalls));
      expect(after?.fraud_score).toBeGreaterThanOrEqual(before?.fraud_score as number);
      expect(after?.risk_factors).toContain('SPAM_REPORTS');
    }),
    { numRuns: 100 },
  );
});

describe('the block of a number', () => {
  const near = (count: number, more: Record<string, object> = {}) =>
    Object.fromEntries([
      ...Array.from({ length: count }, (_, at) => [
        `+12127361${String(at + 300).padStart(3, '0')}`,
        reported({ month: '2026-10', subject: 'OTHER', reports: 2, robocalls: 0 }),
      ]),
      ...Object.entries(more),
    ]);
  const many = {
    '+13105550100': reported({ month: '2026-10', subject: 'OTHER', reports: 60_000, robocalls: 0 }),
  };

  it('is evidence with its size: silent among many reports it vouches, among few it says nothing', async () => {
    const loaded = await ask(NUMBER, { complaints: near(3, many) });
    expect(loaded.classification).toMatchObject({
      caller_type: 'LEGITIMATE_PERSONAL',
      threat_category: 'LEGITIMATE',
    });
    expect(loaded.insights.reputation.range).toEqual({
      block: '+12127361',
      numbers_reported: 3,
      numbers: 999,
      reports: 6,
      reports_loaded: 60_006,
      data_as_of: '2026-10-01',
    });
    expect(loaded.recommendations?.business_rules.answer_allowed).toBe(true);
    const sample = await ask(NUMBER, { complaints: near(3) });
    expect(sample.classification.caller_type).toBe('UNKNOWN');
    expect(sample.insights.reputation.range?.reports_loaded).toBe(6);
  });

  it('speaks against a number from a share on, and is named', async () => {
    const some = await ask(NUMBER, { complaints: near(20, many) });
    expect(some.classification.caller_type).toBe('UNKNOWN');
    expect(some.risk?.risk_factors).toContain('REPORTED_RANGE');
    expect(some.recommendations?.business_rules.answer_allowed).toBe(true);
    const heavy = await ask(NUMBER, { complaints: near(60) });
    expect(heavy.classification).toMatchObject({
      caller_type: 'SUSPICIOUS_CALLER',
      threat_category: 'SUSPICIOUS_ACTIVITY',
    });
    expect(heavy.recommendations).toMatchObject({
      primary_action: 'REVIEW',
      business_rules: { answer_allowed: false },
    });
    expect(heavy.insights.threat_intelligence.speaks_against).toEqual(
      expect.arrayContaining(['REPORTED_RANGE', 'HEAVILY_REPORTED_RANGE']),
    );
  });

  it('decides nothing where the data is complete for its own numbers alone', async () => {
    const world = await createWorld({
      files: { complaints: near(60, many) },
      isCovered: () => false,
    });
    const { classification, insights } = await answer(phoneSpam, { phone_number: NUMBER }, world);
    expect(insights.reputation).not.toHaveProperty('range');
    expect(classification.caller_type).toBe('UNKNOWN');
  });
});

describe('a reputation service', () => {
  const withService = async (phone_number: string) => {
    const world = await createWorld({ vendors: [ipqsVendor] });
    const found = await answer(phoneSpam, { phone_number }, world);
    return { ...found, asked: world.outbound.asked };
  };

  it.each([
    ['+4915112345678', 'HIGH_RISK_CALLER', 'FRAUD_RISK', false, 'ACTIVE', ['ABUSE_KNOWN']],
    ['+4915112345679', 'HIGH_RISK_CALLER', 'FRAUD_RISK', false, 'ACTIVE', ['HIGH_RISK_REPUTATION']],
    ['+4915112345670', 'UNKNOWN', 'UNKNOWN', true, 'DISCONNECTED', []],
    [
      '+4915112345671',
      'HIGH_RISK_CALLER',
      'FRAUD_RISK',
      false,
      'DISCONNECTED',
      ['HIGH_RISK_REPUTATION'],
    ],
    ['+4915112345672', 'UNKNOWN', 'UNKNOWN', true, 'DISCONNECTED', []],
    ['+4915112345600', 'LEGITIMATE', 'LEGITIMATE', true, 'ACTIVE', []],
  ] as const)('says of %s: %s', async (number, caller, threat, allowed, line, against) => {
    const { classification, insights, recommendations } = await withService(number);
    expect(classification).toMatchObject({
      caller_type: caller,
      threat_category: threat,
      line_status: line,
    });
    expect(recommendations?.business_rules.answer_allowed).toBe(allowed);
    expect(insights.threat_intelligence.speaks_against).toEqual(against);
    expect(insights.reputation.service).toHaveProperty('fraud_score');
  });

  it.each(['+4915112345609', '+12127361239'])(
    'does not vouch for %s, which a carrier says is out of service',
    async (phone_number) => {
      const world = await createWorld({ vendors: [ipqsVendor, twilioVendor] });
      const { classification, insights, recommendations } = await answer(
        phoneSpam,
        { phone_number },
        world,
      );
      expect(classification.caller_type).toBe('UNKNOWN');
      expect(insights.behavior).toEqual({
        callback_probability: 0.05,
        callback_basis: 'NUMBER_RECORD',
      });
      expect(recommendations).toMatchObject({
        primary_action: 'VERIFY',
        user_message: expect.stringContaining('out of service'),
      });
    },
  );

  it('says what line it is, above who held its block in 2014', async () => {
    const { insights } = await withService('+13129428003');
    expect(insights.network_analysis).toMatchObject({
      ...{ line_type: 'VOIP', line_type_basis: 'CARRIER_QUERY', carrier: 'Bandwidth' },
      ...{ carrier_source: 'CARRIER_QUERY', voip_detected: true },
    });
  });

  it('answers for numbers of the United States too, and is not paid for impossible ones', async () => {
    const us = await withService(NUMBER);
    expect(us.classification.caller_type).toBe('LEGITIMATE_PERSONAL');
    expect(us.recommendations?.user_message).toMatch(
      /^A reputation service reports nothing against .*not checked: complaints about the caller/,
    );
    expect(us.recommendations?.business_rules.complaints_checked).toBe(false);
    const impossible = await withService('+11234567890');
    expect(impossible.asked).toEqual([]);
  });
});
