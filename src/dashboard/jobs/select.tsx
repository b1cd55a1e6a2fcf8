import type { Child } from 'hono/jsx';

interface Option {
  value: string;
  words: string;
}

/** One of several, with its hint and what is wrong with it. */
export const Select = ({
  id,
  name,
  label,
  hint,
  problem,
  options,
  chosen,
}: {
  id: string;
  name: string;
  label: Child;
  hint?: string;
  problem?: string | undefined;
  options: readonly Option[];
  chosen: string;
}) => (
  <div class={problem ? 'field wrong' : 'field'}>
    <label for={id}>{label}</label>
    {hint && (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {problem && (
      <p class="error" id={`${id}-error`}>
        {problem}
      </p>
    )}
    <select
      id={id}
      name={name}
      aria-describedby={[hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ')}
      aria-invalid={problem ? 'true' : undefined}
    >
      {options.map(({ value, words }) => (
        <option value={value} selected={value === chosen}>
          {words}
        </option>
      ))}
    </select>
  </div>
);
