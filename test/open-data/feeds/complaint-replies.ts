/**
 * Rows as the Federal Trade Commission publishes them: its columns, wordings and quoting; numbers
 * kept for fiction.
 */
export const FTC_HEADER =
  'Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall';

export const FTC_DAYS: Readonly<Record<string, string>> = {
  '2026-11-17': [
    FTC_HEADER,
    '2025550107,2026-11-16 00:00:12,2026-11-15 17:20:00,Springfield,Ohio,937,"Warranties & protection plans",Y',
    '2025550107,2026-11-16 00:01:40,2026-11-15 09:05:00,Portland,Oregon,503,"Reducing your debt (credit cards, mortgage, student loans)",N',
    '2025550108,2026-11-16 00:02:03,2026-11-14 12:00:00,"Winston-Salem, NC",North Carolina,336,"Calls pretending to be government, businesses, or family and friends",Y',
    ',2026-11-16 00:02:44,2026-11-15 13:30:00,Boise,Idaho,208,Other,N',
    '123,2026-11-16 00:03:10,2026-11-15 13:31:00,Boise,Idaho,208,Other,N',
    '',
  ].join('\r\n'),
  '2026-11-18': [
    FTC_HEADER,
    '2025550107,2026-11-17 00:00:09,2026-11-16 10:00:00,Dayton,Ohio,937,"No Subject Provided",Y',
    '2025550107,2026-11-17 00:00:09,2026-11-16 10:00:00,Dayton,Ohio,937,"No Subject Provided",Y',
    '',
  ].join('\r\n'),
};

/**
 * Rows as the Federal Communications Commission publishes them (data set "CGB - Unwanted Calls").
 */
export const FCC_ROWS = [
  {
    issue_date: '2026-11-10T00:00:00.000',
    issue_time: '10:15 am',
    form: 'Phone',
    method: 'Wireless (cell phone/other mobile device)',
    issue: 'Unwanted Calls',
    caller_id_number: '202-555-0107',
    type_of_call_or_messge: 'Prerecorded Voice',
    city: 'Dayton',
    state: 'OH',
    zip: '45402',
  },
  {
    issue_date: '2026-11-11T00:00:00.000',
    method: 'Wired',
    issue: 'Unwanted Calls',
    caller_id_number: '202-555-0108',
    type_of_call_or_messge: 'Abandoned Calls',
    state: 'TX',
  },
  {
    issue_date: '2026-11-11T00:00:00.000',
    method: 'Wired',
    issue: 'Unwanted Calls',
    caller_id_number: 'None',
    state: 'TX',
  },
];
