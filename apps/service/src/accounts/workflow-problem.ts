export interface WorkflowProblem {
  /** Where in the file, e.g. `match.threshold`. */
  path: string;
  message: string;
}
