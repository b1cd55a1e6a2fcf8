/** Where two commissions publish what people complained of. */
export const FTC_HOST = 'www.ftc.gov';
export const FCC_HOST = 'opendata.fcc.gov';
export const FTC_PATH = '/sites/default/files/DNC_Complaint_Numbers_{date}.csv';
export const FCC_PATH = '/resource/vakf-fz8e.json';

/** A number for fiction that everybody complains of. */
const ROBOCALLER = '2025550170';
const DAY_MS = 86_400_000;
const PUBLISHED_DAYS = 7;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Files of the last seven days, one a working day as in life: five whenever it is asked. */
function hasFile(day: string): boolean {
  const at = Date.parse(day);
  const weekday = new Date(at).getUTCDay();
  return (
    weekday !== 0 && weekday !== 6 && at <= Date.now() && at > Date.now() - PUBLISHED_DAYS * DAY_MS
  );
}

/**
 * The Federal Trade Commission's file of one day: two complaints, one of them of no number that can
 * exist.
 */
export function answerFtc({ pathname }: URL): Response {
  const [, day] = /\/DNC_Complaint_Numbers_(\d{4}-\d\d-\d\d)\.csv$/.exec(pathname) ?? [];
  if (!day || !hasFile(day)) return new Response('<html>Page not found</html>', { status: 404 });
  const lines = [
    'Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall',
    `${ROBOCALLER},${day} 23:57:02,${day} 11:20:00,"Springfield, North",Illinois,217,"Reducing your debt (credit cards, mortgage, student loans)",Y`,
    `000,${day} 23:58:10,${day} 12:00:00,,Ohio,216,No Subject Provided,N`,
  ];
  return new Response(`${lines.join('\r\n')}\r\n`, { headers: { 'Content-Type': 'text/csv' } });
}

/**
 * The Federal Communications Commission's rows, with the part of Socrata's query language that
 * dates and pages need.
 */
export function answerFcc({ searchParams }: URL): Response {
  const [, since = ''] = /issue_date >= '([^']+)'/.exec(searchParams.get('$where') ?? '') ?? [];
  const rows = [10, 1].map((daysAgo) => ({
    id: String(5_000_000 - daysAgo),
    issue_date: `${dayOf(Date.now() - daysAgo * DAY_MS)}T00:00:00.000`,
    issue_time: '9:30 a.m.',
    issue_type: 'Phone',
    method: 'Wireless (cell phone/other mobile device)',
    issue: 'Unwanted Calls',
    caller_id_number: '202-555-0170',
    type_of_call_or_messge: 'Prerecorded Voice',
    state: 'IL',
    zip: '62701',
  }));
  const offset = Number(searchParams.get('$offset') ?? 0);
  const limit = Number(searchParams.get('$limit') ?? 1_000);
  return Response.json(
    rows.filter(({ issue_date }) => issue_date >= since).slice(offset, offset + limit),
  );
}
