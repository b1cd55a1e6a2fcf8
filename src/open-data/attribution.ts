import attributions from './attributions.json' with { type: 'json' };

/** What the licences of the compiled data ask to be said wherever its answers are shown. */
interface Attribution {
  name: string;
  licence: string;
  text: string;
  url: string;
}

export const ATTRIBUTIONS: readonly Attribution[] = attributions;
