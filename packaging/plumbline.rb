# Formula for a tap (homebrew-plumbline); the release workflow fills in the @NAMES@.
class Plumbline < Formula
  desc "Policy brain for Karpenter on AWS"
  homepage "https://github.com/@OWNER@/plumbline"
  version "@VERSION@"
  license "Apache-2.0"

  depends_on :linux

  on_intel do
    url "https://github.com/@OWNER@/plumbline/releases/download/v@VERSION@/plumbline-linux-amd64.tar.gz"
    sha256 "@SHA256_AMD64@"
  end
  on_arm do
    url "https://github.com/@OWNER@/plumbline/releases/download/v@VERSION@/plumbline-linux-arm64.tar.gz"
    sha256 "@SHA256_ARM64@"
  end

  def install
    bin.install "plumbline"
    generate_completions_from_executable(bin/"plumbline", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/plumbline --version")
    assert_match "NodePool/legacy", shell_output("#{bin}/plumbline evaluate")
  end
end
