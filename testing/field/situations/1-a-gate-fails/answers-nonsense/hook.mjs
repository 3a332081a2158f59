// Answers with what no gate may answer.
process.stdout.write("{{{ maybe");
