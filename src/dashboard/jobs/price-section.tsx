import type { Shortage } from '../../bulk/hold-job.ts';
import type { RowsPrice, Upload } from '../../core/jobs/uploads.ts';
import type { PageContext } from '../context.ts';
import { Button, Form } from '../form/form.tsx';
import { formatNumber } from '../layout/format.tsx';
import { Facts } from '../layout/table.tsx';
import { counted } from '../parts/words.tsx';
import { choiceFields } from './choice.ts';
import type { FullChoice } from './start-job.ts';
import { NEW_JOB } from './upload-page.tsx';

/** What is missing, and where it comes from. Nothing is lost meanwhile. */
export const ShortageNotice = ({
  required,
  available,
  suggestedPlan,
}: Pick<Shortage, 'required' | 'available' | 'suggestedPlan'>) => (
  <div class="notice bad" role="alert">
    <p>
      <strong>{counted(required - available, 'credit')} missing.</strong> This job needs{' '}
      {formatNumber(required)}; {formatNumber(available)} are available.
    </p>
    <p>
      Your file and your choices stay here. <a href="/app/billing">Buy credits or choose a plan</a>
      {suggestedPlan && ` (the smallest that covers this job is ${suggestedPlan.id})`}, then come
      back to this page.
    </p>
  </div>
);

const With = ({ value, why }: { value: string; why: string }) => (
  <>
    {value} <span class="hint">{why}</span>
  </>
);

const rowFacts = (price: RowsPrice) =>
  [
    ['Rows in the file', formatNumber(price.rows)],
    ['To be looked up', formatNumber(price.billable)],
    [
      'Duplicates',
      <With value={formatNumber(price.duplicates)} why="looked up and charged once" />,
    ],
    ['Empty', <With value={formatNumber(price.empty)} why="skipped, free" />],
    ['Unusable', <With value={formatNumber(price.unusable)} why="fail with a reason, free" />],
  ] as const;

const CHEAPER =
  'What was paid in the last seven days is free, and where nothing is found less is charged.';

/** The last step: what the job would do, what it costs at most, and the button that starts it. */
export const PriceSection = ({
  c,
  upload,
  choice,
  price,
  available,
  suggestedPlan,
}: {
  c: PageContext;
  upload: Upload;
  choice: FullChoice;
  price: RowsPrice;
  /** Credits that can be spent now. */
  available: number;
  suggestedPlan: Shortage['suggestedPlan'];
}) => {
  const cost = choice.mode === 'live' ? price.price : 0;
  const isShort = cost > available;
  return (
    <section class="price" aria-labelledby="price">
      <h2 id="price">Price</h2>
      <Facts
        facts={[
          ...rowFacts(price),
          ['Price', choice.mode === 'test' ? 'Free' : `${counted(cost, 'credit')} at most`],
          ['Balance', counted(available, 'credit')],
          ...(isShort ? [] : [['Left if all is charged', formatNumber(available - cost)] as const]),
        ]}
      />
      <p class="hint">{choice.mode === 'test' ? 'Test jobs answer from the sandbox.' : CHEAPER}</p>
      {isShort ? (
        <ShortageNotice required={cost} available={available} suggestedPlan={suggestedPlan} />
      ) : (
        <Form c={c} action={`${NEW_JOB}/${upload.id}/start`}>
          {choiceFields(choice).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <Button>Start job</Button>
        </Form>
      )}
    </section>
  );
};
