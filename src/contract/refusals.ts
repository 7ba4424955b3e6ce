/**
 * The refusal catalogue: every `error_type` a command may answer with, and what it means. A refusal that no test
 * provokes is deleted (test/refusals.test.ts).
 */
export const REFUSALS = {
  SchemaError: "the file, its metadata or its cells are not what an archive holds",
  NonMonotonicIndex: "timestamps run backwards inside the window that was read",
  EmptyWindow: "the stated window holds no rows",
  InsufficientQuality: "too few GOOD values, or a censored window, for the number that was asked",
  NoSpread: "the values do not vary, so there is nothing to scale by",
  StateValuedTag: "the tag holds states (role MODE), and the question is about numbers",
  UnresolvedUnitError: "a unit's spelling is not in the table",
  IncomparableUnitsError: "two units measure different things or stand on different references",
  ZeroSpreadBaseline: "the baseline's scale is 0, so nothing can be measured in it",
  RegimeTooSparse: "an operating regime has too few baseline samples of its own, or none",
  MspcAlignmentError: "the tags do not share enough exact instants, or no one sample rate, to be held side by side",
  DuplicateTag: "two of the archives are of one tag",
  SingularModel: "the tags are linearly dependent, so the components asked for do not exist",
  NoSharedStructure: "no component stands above what independent tags would show",
  DesignTooSmall: "the trial has so few balanced assignments that no outcome could be significant",
  ScheduleMismatch: "the plan does not agree with its own digest, window or seed",
  NotAPlan: "the file holds no switchback plan, or not all of one",
  RunRefused: "a run gave no evidence at all, or a strict run had refusals",
  PackageMissing: "an optional package that this needs is not installed",
  MissingArm: "an arm that should have units has none",
  UnknownArm: "units lie in an arm that the design does not have, or gives no share",
  AmbiguousUnitId: "a unit id cannot be framed for the hash: it is empty, not UTF-8, or holds the separator",
  StoreUnavailable: "the experiment records cannot be opened: package absent, file foreign, damaged, newer or held",
  UnknownExperiment: "no experiment of that id is recorded",
  ExperimentExists: "the id is recorded already, with another definition",
  ExperimentClosed: "the experiment is closed, so nothing can be added to it",
  NotConfirmed: "closing is final and was not confirmed, so the experiment stays open",
  NotAnAnswer: "the file holds no evidence of this tool, so there is no call to replay",
  GatedCall: "the call writes, and this surface was started without leave to write",
} as const;

export type RefusalName = keyof typeof REFUSALS;
