import attributions from './attributions.json' with { type: 'json' };

/** Attribution that the licences of the compiled data require wherever answers are shown. */
interface Attribution {
  name: string;
  licence: string;
  text: string;
  url: string;
}

export const ATTRIBUTIONS: readonly Attribution[] = attributions;
