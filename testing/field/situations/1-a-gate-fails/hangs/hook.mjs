// Never answers.
setInterval(() => {}, 1000);
