// Words and patterns that never appear in texts for people, each with what to write instead.

/** @type {readonly {pattern: RegExp, instead: string}[]} */
export const NEVER = [
  { pattern: /\bforeseen?\b/iu, instead: 'predicted' },
  { pattern: /\bwhoever\b|\bwhosoever\b|\bwhomever\b/iu, instead: 'the user, the job: the noun' },
  { pattern: /\bnobody\b|\bsomebody\b/iu, instead: 'no job, no user, a user: the noun' },
  { pattern: /\bso many of\b|\bat most so many\b|\bfor so many\b/iu, instead: 'a number of' },
  { pattern: /\bwhat came of\b|\bwhat comes of\b|\bwhat becomes of\b/iu, instead: 'the results' },
  { pattern: /\b(?:is|are|was|were) (?:said|told) (?:to|of|that|how|when|what)\b/iu, instead: 'the active verb, or the noun' },
  { pattern: /\bstands? (?:here|there|above|below|beside|behind|in the place)\b/iu, instead: 'is, or the verb of the thing' },
  { pattern: /\bcomes? by\b|\bgoe?s? by\b/iu, instead: 'passes, reaches, uses' },
  { pattern: /\bas it were\b|\bas a mean\b/iu, instead: 'mean' },
  { pattern: /\bin holes\b|(?<!\(see )\blonely\b(?! = )/iu, instead: 'idle while jobs wait' },
  { pattern: /\bwhose turn\b|\bfirst in line\b/iu, instead: 'the head of the queue' },
  { pattern: /\blets? (?:\S+ ){0,3}pass\b(?! on)|\bmay pass\b(?! on)/iu, instead: 'backfills, starts out of order' },
  { pattern: /(?<!\bat )\brun times?\b|\brun-times?\b/iu, instead: 'runtime' },
  { pattern: /\bwaiting times?\b/iu, instead: 'wait time' },
  { pattern: /\bour reading\b/iu, instead: 'our interpretation, or our assumption' },
  { pattern: /\bhow long (?:jobs|tasks|it|they) (?:runs?|waits?|takes?)\b/iu, instead: 'runtime, wait time' },
  { pattern: /\bis over\b(?! it\b| \d)/iu, instead: 'ended' },
  { pattern: /\bwhat is (?:inside|there|left|wanted|asked|seen|shown|chosen)\b/iu, instead: 'the noun' },
  { pattern: /(?<!\bused )\bthe least\b(?! loaded| served)/iu, instead: 'the minimum' },
  { pattern: /\bof (?:its|their|your|one's) own\b/iu, instead: 'own, custom, separate' },
  { pattern: /(?<!\bfew )\bper cent\b/iu, instead: '%' },
  { pattern: /\bwhatever\b|\bhowever (?:many|much|long)\b/iu, instead: 'any, regardless of' },
  { pattern: /\bin vain\b/iu, instead: 'lost, without result' },
  { pattern: /\btold\b|\bthose who\b/iu, instead: 'known to, the noun' },
  { pattern: /\banew\b/iu, instead: 'again, from scratch, redrawn' },
];

/** Texts that may use a human voice: titles and questions of lessons and examples, and choices to predict. */
export const HUMAN_VOICE =
  /^static\/(?:lessons|gallery)\/[^ ]*\/(?:title|question|choices\/[^ ]*|name|about)$|^static\/lessons\/index\.json|^static\/gallery\/index\.json/u;

/** Most words of a sentence. */
export const LONGEST_SENTENCE = 35;
