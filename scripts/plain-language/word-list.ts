/** A word the project does not use, and the word to use instead. */
export interface WordRule {
  /** Name of the rule, as in the baseline. */
  readonly found: string;
  readonly use: string;
  /** Matches the words of an identifier in small letters with spaces between them: `takeAccount` is `take account`. */
  readonly identifier?: RegExp;
  /** Matches comments, test titles, English texts and documents. */
  readonly prose?: RegExp;
}

const be = "(?:is|are|was|were|be|been|being)";

/**
 * Each pattern names an unusual use, so that ordinary English passes: "takes 5 s", "holds a lock", "tell apart" and "the
 * most recent" are no findings.
 */
export const wordRules: readonly WordRule[] = [
  {
    found: "tell, told",
    use: "notify, show, report",
    identifier: /\b(?:tell|tells|told|telling)\b/,
    prose: new RegExp(`\\b${be} told\\b|\\btells? (?:of|who|whether|how|what|so)\\b|\\btold (?:of|so|by)\\b`),
  },
  {
    found: "take a row",
    use: "lock (`lockAccount`, `for update`)",
    identifier:
      /^(?:take|hold)s? (?:accounts?|compan(?:y|ies)|plants?|devices?|rows?|roles?|grants?|links?|slots?|gateways?)\b/,
    prose:
      /\b(?:takes?|taken|taking|holds?|held) (?:the|an?|its|their|each) (?:row|account|plant|device|gateway)s?\b(?! (?:to|into|over|from))/,
  },
  {
    found: "most, least, longest",
    use: "max, min",
    identifier: /\b(?:most|least|longest|shortest|greatest)\b/,
  },
  {
    found: "proof, proved",
    use: "verification, verified",
    identifier:
      /\b(?:proofs?|unproved|unproven|disproved)\b|\b(?:contact|is|email|phone) proved\b|\bproved (?:contacts?|at|email|phone)\b/,
    prose: /\b(?:un)?proved (?:contact|email|phone|account)s?\b|\bunproved\b|\bproofs? (?:of|that)\b/,
  },
  {
    found: "reach, sight, may see",
    use: "access, visibility, users with access",
    identifier: /\b(?:sight|sights|reach|reaches|reached|reachable)\b|\bmay see\b/,
    prose:
      /\b(?:in|within|out of|beyond) (?:\w+(?:['’]s)? )?reach\b|\b(?:in|out of) sight\b|\b(?:who|what|whom|which) (?:\w+ )?may see\b|\bmay see (?:it|them|what)\b/,
  },
  {
    found: "look (a request)",
    use: "request, read, check",
    identifier: /\blooks?\b(?! (?:up|like)\b)/,
    prose: /\b(?:first|second|each|every|one|next|last|another) look\b|\blooks? (?:again|anew)\b/,
  },
  {
    found: "room, house, neighbour, door",
    use: "module, folder, sibling, entry point",
    identifier: /\b(?:rooms?|(?<!click )houses?|neighbours?|neighbors?|doors?)\b/,
    prose: /\b(?:rooms?|house(?! style)|houses|neighbours?|doors?|doorway)\b/,
  },
  {
    found: "newcomer, news",
    use: "unseen unit, isUnseen",
    identifier: /\b(?:newcomers?|news)\b/,
    prose: /\bnewcomers?\b|\b(?:is|no) news\b/,
  },
  {
    found: "forgive",
    use: "reset failures",
    identifier: /\b(?:forgive|forgives|forgiven|forgave|forgiving)\b/,
    prose: /\bforg(?:ive|ives|iven|ave|iving)\b/,
  },
  {
    found: "set aside",
    use: "reject, rejected, quarantine",
    identifier: /\b(?:set|sets|put) aside\b|\baside\b/,
    prose: /\b(?:set|sets|setting|put|puts) (?:\w+ )?aside\b/,
  },
  {
    found: "put away",
    use: "dismiss",
    identifier: /\bputs? away\b/,
    prose: /\bput(?:s|ting)? (?:\w+ ){0,2}away\b/,
  },
  {
    found: "fold (a menu)",
    use: "collapse, expand",
    identifier: /\b(?:fold|folds|folded|unfold|unfolds|unfolded)\b/,
    prose: /\b(?:un)?fold(?:s|ed|ing)?\b(?! (?:equation|line))/,
  },
  {
    found: "until now, holds now",
    use: "current",
    identifier: /\buntil now\b|\bholds now\b/,
    prose: /\buntil now\b|\bholds? now\b/,
  },
  {
    found: "steady",
    use: "stable",
    identifier: /\bsteady\b/,
    prose: /\bsteady\b/,
  },
  {
    found: "blank",
    use: "empty state",
    identifier: /\bblanks?\b/,
  },
  {
    found: "storage is away",
    use: "storage unavailable",
    identifier: /\b(?:storage|database|server|engine|is|are|was) away\b|\baway (?:for|since|error)\b/,
    prose: new RegExp(`\\b${be} (?:\\w+ )?away\\b(?! from)|\\bwhile (?:\\w+ ){0,3}away\\b`),
  },
  {
    found: "answer",
    use: "response, reply, result",
    identifier: /\b(?:answers|answered|unanswered)\b|^answer\b|\banswer (?:of|to|for|from)\b/,
    prose:
      /\b(?:gets?|got|give|gives|gave|same|an|no|the|its|their|one|each) answers?\b|\banswers (?:a|an|the|with|what|from)\b/,
  },
  {
    found: "kept page",
    use: "cached page",
    identifier: /\bkept (?:pages?|lists?)\b/,
    prose: /\bkept pages?\b/,
  },
  {
    found: "fits",
    use: "match",
    identifier: /\bfits\b|\bnone fits?\b/,
    prose: /\b(?:no|none|nothing) (?:\w+ )?fits?\b|\bwhat fits\b/,
  },
  {
    found: "stands, lies, lives",
    use: "is, appears, is stored",
    prose:
      /\bstands?\b(?!-| (?:for|out|up)\b)|\bstood\b|\blies\b|\blie (?:in|at|on|after|before|between|beyond)\b|\blives (?:in|at|here|there|beside|under|with)\b/,
  },
  {
    found: "at once",
    use: "immediately, at the same time",
    identifier: /\bat once\b/,
    prose: /\bat once\b/,
  },
  {
    found: "by itself",
    use: "automatically, alone",
    identifier: /\bby itself\b/,
    prose: /\bby (?:it|them)sel(?:f|ves)\b/,
  },
  {
    found: "from … on",
    use: "since, starting at",
    prose:
      /\bfrom (?:then|now|here|there|(?:that|this|its|the|which|a) [\w-]+|which|its) on\b(?! (?:the|a|its|screen|disk)\b)/,
  },
  {
    found: "somebody, whoever, nobody",
    use: "a user, users with access, the caller, no user",
    identifier: /\b(?:somebody|whoever|nobody|everybody|anybody)\b/,
    prose: /\b(?:somebody|whoever|nobody|everybody|anybody)\b/,
  },
];
