import { foldText } from '../../lib/text.ts';
import { stateOfArea } from './nanp.ts';

const SUBJECT = '(?:name|caller|call|number|phone|id|user|subscriber|customer|party)';
const WITHHELD =
  '(?:unknown|un ?available|not available|unlisted|private|anonymous|restricted|blocked|withheld)';
const LINE =
  '(?:wireless|cell|cellular|mobile|toll ?free|international|long distance|voip|pay|coin)';
const SUSPICION = '(?:spam|scam|fraud|robocall|robocaller|telemarketer|telemarketing)';

/**
 * What switches and networks show instead of a name: that it is withheld or not known (Telcordia
 * GR-1188: P, O; RFC 3323: Anonymous), what line it is, that the call is suspicious, or V and the
 * time of the query. Of a folded text.
 */
const PLACEHOLDERS = [
  `(?:${SUBJECT} ){0,2}${WITHHELD}(?: (?:${SUBJECT}|${WITHHELD})){0,3}`,
  `${LINE} ?(?:${SUBJECT} ?){0,2}(?: ?[a-z]{2})?`,
  `(?:(?:likely|potential|possible|suspected) )?${SUSPICION}(?: (?:likely|risk|call|caller))?`,
  'out of (?:service )?area|no (?:caller )?(?:name|id|data)|none|null|n a|[po]|v\\d{14}',
].map((each) => new RegExp(`^(?:${each})$`));

/** Whether a caller name names its holder; the place of the number with its state names none. */
export function isHolderName(
  text: string,
  national: string,
  isPlace: (name: string) => boolean,
): boolean {
  const name = foldText(text);
  if (!/\p{L}/u.test(name) || PLACEHOLDERS.some((pattern) => pattern.test(name))) return false;
  const state = stateOfArea(national.slice(0, 3))?.slice(3).toLowerCase();
  return state === undefined || !name.endsWith(` ${state}`) || !isPlace(name);
}
