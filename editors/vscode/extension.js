// Starts `plumbline lsp`, and runs scenarios in a terminal. Everything else is the server's.
const path = require('path');
const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

let client;

function command() {
  return vscode.workspace.getConfiguration('plumbline').get('path', 'plumbline');
}

async function activate(context) {
  const run = { command: command(), args: ['lsp'], transport: TransportKind.stdio };
  const files = ['**/*.drl', '**/*.scenarios.yaml', '**/*.messages.yaml', '**/*parameters.yaml'];
  client = new LanguageClient('plumbline', 'Plumbline', { run, debug: run }, {
    documentSelector: [
      { language: 'plumbline-drl' },
      ...files.slice(1).map((pattern) => ({ scheme: 'file', pattern })),
    ],
    initializationOptions: { scenarioLens: true },
    synchronize: {
      fileEvents: files.map((pattern) => vscode.workspace.createFileSystemWatcher(pattern)),
    },
  });
  context.subscriptions.push(
    vscode.commands.registerCommand('plumbline.runScenarios', (uri) => {
      const document = uri ? vscode.Uri.parse(uri) : vscode.window.activeTextEditor?.document.uri;
      if (!document || document.scheme !== 'file') {
        vscode.window.showErrorMessage('Plumbline: no rule file is open.');
        return;
      }
      // As a process, not as text of a shell: a folder may have any name.
      const task = new vscode.Task(
        { type: 'plumbline' },
        vscode.TaskScope.Workspace,
        'scenarios',
        'plumbline',
        new vscode.ProcessExecution(command(), ['test', '--all', path.dirname(document.fsPath)])
      );
      vscode.tasks.executeTask(task);
    })
  );
  await client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
